import * as v from 'valibot'
import { exactText, filledText, text, whole } from '../common.ts'

export const variableName = v.pipe(
  text(200),
  v.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use letters, digits and underscores, and start with a letter or an underscore.'),
)

/** A value that is left out keeps the value of the deployment that an update is based on. */
export const environmentVariable = v.strictObject({
  name: variableName,
  /** With its spaces and line breaks: the last one belongs to a certificate or a key. */
  value: v.optional(exactText(32_768)),
  isSecret: v.optional(v.boolean(), false),
})

export const absolutePath = v.pipe(
  filledText(400),
  v.regex(/^\/(?!.*(^|\/)\.\.?(\/|$))[^:]+$/, 'Enter an absolute path, such as /etc/app.conf.'),
)

/** In characters. */
export const MAX_FILE_CONTENT = 262_144

export const configurationFile = v.strictObject({
  path: absolutePath,
  /** Text in UTF-8. Left out, it keeps the content of the deployment that an update is based on. */
  content: v.optional(v.pipe(v.string(), v.maxLength(MAX_FILE_CONTENT, 'At most 256 KiB.'), withoutNul())),
  mode: v.optional(
    v.pipe(whole, v.minValue(0, 'Must be from 0 to 0777.'), v.maxValue(0o777, 'Must be from 0 to 0777.')),
    0o644,
  ),
  isSecret: v.optional(v.boolean(), false),
})

/** Neither the database nor environment variables can hold a NUL character. */
function withoutNul() {
  return v.check<string, string>((content) => !content.includes('\0'), 'Contains characters that cannot be stored.')
}

/** How a stored variable or file is described: everything but its value. Equal digests mean equal values. */
export const storedVariable = v.object({
  name: v.string(),
  isSecret: v.boolean(),
  digest: v.string(),
  /** The values that its own is made of, such as `db.POSTGRES_PASSWORD`. */
  references: v.optional(v.array(v.string())),
})
/** A variable that a service has from a variable group of its project. */
export const storedGroupVariable = v.object({ ...storedVariable.entries, group: v.string() })
export const storedFile = v.object({ path: v.string(), mode: v.number(), isSecret: v.boolean(), digest: v.string() })
