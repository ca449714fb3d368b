import type { ImageRecipe } from './recipe.ts'
import { databaseRecipes } from './recipes/databases.ts'
import { phpRecipes } from './recipes/php.ts'
import { serverRecipes } from './recipes/servers.ts'
import { webServerRecipes } from './recipes/web-servers.ts'

export const allRecipes: readonly ImageRecipe[] = [
  ...databaseRecipes,
  ...webServerRecipes,
  ...serverRecipes,
  ...phpRecipes,
]
