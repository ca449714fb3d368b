import type { ResourceUse } from '../contract/wire/overview/overview.ts'

interface ResourceUseView {
  /** Undefined while it is not known. */
  fraction: number | undefined
  text: string
}

/** `120 MiB of 1 GiB used`; says what is not known instead of taking it for nothing. */
export const resourceUseView = (
  { promised, used, measured, total }: ResourceUse,
  format: (amount: number) => string,
): ResourceUseView => {
  if (used === null) return { fraction: undefined, text: `${format(promised)} promised, use not known at present` }
  const amount = used > 0 && /^0 /.test(format(used)) ? `less than ${format(used).replace('0', '0.01')}` : format(used)
  const partly = measured < total ? `, measured for ${measured} of ${total}` : ''
  return {
    fraction: promised === 0 ? 0 : used / promised,
    text: `${amount} of ${format(promised)} used${partly}`,
  }
}
