// The English words every screen needs, as one file to fetch.
import common from '../i18n/en/common.json';
import components from '../i18n/en/components.json';
import errors from '../i18n/en/errors.json';
import routes from '../i18n/en/routes.json';
import shell from '../i18n/en/shell.json';

export const words = { common, components, errors, routes, shell };
