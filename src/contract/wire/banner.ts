import * as v from 'valibot'

/** A banner is shown to each user until they open or dismiss it. */
export const banner = v.object({
  _id: v.string(),
  /** One banner is shown at a time. */
  active: v.boolean(),
  title: v.string(),
  text: v.string(),
  link: v.nullable(v.object({ label: v.string(), href: v.string() })),
})

export type Banner = v.InferOutput<typeof banner>
