import * as v from 'valibot'
import { settingsSchema } from '../config.ts'

/** Returns all settings with their descriptions and defaults, for `--help`. */
export const settingsText = (): string => {
  const lines = Object.entries(settingsSchema.entries).map(([name, schema]) => {
    const byDefault = v.getDefaults(v.object({ value: schema })).value
    return `  ${name}\n      ${v.getDescription(schema) ?? ''}${byDefault === undefined ? '' : ` (${String(byDefault)})`}`
  })
  return `Settings from the environment (defaults in parentheses):\n${lines.join('\n')}\n`
}
