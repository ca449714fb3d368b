import { priceText } from './micros-text.ts'
import css from './text.module.css'

export type PriceProps = { micros: number; decimals?: 0 | 2 | 4 | 6; per?: 'month' | 'day' | 'hour' | 'minute' }

export const Price = ({ micros, decimals = 2, per }: PriceProps) => (
  <span className={css.price}>
    {priceText(micros, decimals)}
    {per && <span className={css.per}> / {per}</span>}
  </span>
)
