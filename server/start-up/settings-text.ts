import * as v from 'valibot'
import { settingsSchema } from '../config.ts'

/** Every setting with what it does and what it is when not set, for a person at a terminal. */
export const settingsText = (): string => {
  const lines = Object.entries(settingsSchema.entries).map(([name, schema]) => {
    const byDefault = v.getDefaults(v.object({ value: schema })).value
    return `  ${name}\n      ${v.getDescription(schema) ?? ''}${byDefault === undefined ? '' : ` (${String(byDefault)})`}`
  })
  return `Settings, from the environment (with what they are when not set):\n${lines.join('\n')}\n`
}
