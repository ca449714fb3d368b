import * as v from 'valibot'

/** Something that each person is shown until they have opened it or put it away. */
export const banner = v.object({
  _id: v.string(),
  /** One of them is shown at a time. */
  active: v.boolean(),
  title: v.string(),
  text: v.string(),
  link: v.nullable(v.object({ label: v.string(), href: v.string() })),
})

export type Banner = v.InferOutput<typeof banner>
