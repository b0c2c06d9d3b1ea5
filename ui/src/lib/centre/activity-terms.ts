// The lists of the centre that activities choose from; an activity keeps the keys.
import { listOf } from './taxonomies.ts';

export const activityCategories = listOf('activity_categories');
export const targetGroups = listOf('target_groups');
