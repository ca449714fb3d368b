import { readFileSync } from 'node:fs'
import * as v from 'valibot'

const about = v.parse(
  v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })),
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

export const { version } = about
