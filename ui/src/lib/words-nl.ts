// The Dutch words every screen needs, as one file to fetch.
import common from '../i18n/nl/common.json';
import components from '../i18n/nl/components.json';
import errors from '../i18n/nl/errors.json';
import routes from '../i18n/nl/routes.json';
import shell from '../i18n/nl/shell.json';

export const words = { common, components, errors, routes, shell };
