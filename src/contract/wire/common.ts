import * as v from 'valibot'

/** Every entity's `_id`: a UUID in lower case. */
/** The pattern of an id. */
export const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const uuid = v.pipe(v.string(), v.regex(new RegExp(`^${UUID}$`), 'Not a valid id.'))

export const userId = v.pipe(uuid, v.brand('UserId'))
export const organizationId = v.pipe(uuid, v.brand('OrganizationId'))
export const projectId = v.pipe(uuid, v.brand('ProjectId'))
export const instanceId = v.pipe(uuid, v.brand('InstanceId'))
export const inviteId = v.pipe(uuid, v.brand('InviteId'))
export const deploymentId = v.pipe(uuid, v.brand('DeploymentId'))
export const replicaId = v.pipe(uuid, v.brand('ReplicaId'))
export const clusterId = v.pipe(uuid, v.brand('ClusterId'))

export type UserId = v.InferOutput<typeof userId>
export type OrganizationId = v.InferOutput<typeof organizationId>
export type ProjectId = v.InferOutput<typeof projectId>
export type InstanceId = v.InferOutput<typeof instanceId>
export type InviteId = v.InferOutput<typeof inviteId>
export type DeploymentId = v.InferOutput<typeof deploymentId>
export type ReplicaId = v.InferOutput<typeof replicaId>
export type ClusterId = v.InferOutput<typeof clusterId>

/** Rejects 30 February, and years that do not have four digits in UTC: the database cannot store them. */
const isReal = (time: string): boolean => {
  const day = time.slice(0, 10)
  // `toJSON` returns null for an invalid date, despite its type.
  const inUtc = (part: string) => String(new Date(part).toJSON())
  return inUtc(day).startsWith(day) && /^(?!0000)\d{4}-/.test(inUtc(time))
}

/** ISO 8601; responses use UTC with milliseconds. */
export const instant = v.pipe(v.string(), v.isoTimestamp('Not a valid time.'), v.check(isReal, 'Not a valid time.'))

/** Micro-dollars: 1,000,000 is one dollar. Money is always a whole number of them. */
export const micros = v.pipe(v.number(), v.safeInteger())

const toNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/, 'Not a whole number.'))]),
  v.transform(Number),
)

/** A whole number, which may be text, as in a query string. */
export const whole = v.pipe(toNumber, v.safeInteger('Not a whole number.'))

export const skip = v.optional(
  v.pipe(whole, v.minValue(0, 'Must be 0 or more.'), v.maxValue(1_000_000, 'Must be 1,000,000 or less.')),
  0,
)

export const limit = (byDefault: number) =>
  v.optional(v.pipe(whole, v.minValue(1, 'Must be 1 or more.'), v.maxValue(200, 'Must be 200 or less.')), byDefault)

/** `y` or `n`, as the API spells its switches. */
export const yesNo = v.picklist(['y', 'n'])

/** Trimmed user input. */
export const text = (longest = 400) => v.pipe(v.string(), v.trim(), exactText(longest))

/** Kept as it is given. Control characters and lone surrogates are rejected: the database cannot store them all. */
export const exactText = (longest = 400) =>
  v.pipe(
    v.string(),
    v.maxLength(longest, `At most ${longest} characters.`),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
    v.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\p{Cs}]*$/u, 'Contains characters that cannot be stored.'),
  )

/** One line: names appear in mails and lists, where a line break or a change of direction could pass for other text. */
export const filledText = (longest = 400) =>
  v.pipe(
    text(longest),
    v.minLength(1, 'Required.'),
    v.regex(/^[^\t\n\r\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u, 'Use one line of visible characters.'),
  )

export const done = v.object({ message: v.string() })
