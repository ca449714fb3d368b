import { Price, type PriceProps } from './price.tsx'

/** A difference of prices, with its sign. */
export const SignedPrice = (props: PriceProps) => (
  <span>
    {props.micros > 0 && '+'}
    <Price {...props} />
  </span>
)
