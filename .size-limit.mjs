import { join } from 'node:path'
import { budgets, firstLoad } from './scripts/first-load.ts'

const built = 'dist/console'

export default budgets.map(({ page, lazy, limit }) => ({
  name: `first load of ${page}`,
  path: firstLoad(built, lazy).scripts.map((file) => join(built, file)),
  limit,
  gzip: true,
}))
