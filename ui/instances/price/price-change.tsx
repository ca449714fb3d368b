import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Price } from '../../parts/text/price.tsx'
import { SignedPrice } from '../../parts/text/signed-price.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'

type PriceChangeProps = {
  /** Micro-dollars per day; null where nothing is charged now. */
  before: number | null
  /** Null while it is not known. */
  after: number | null
  titles?: { before: string; after: string }
}

/** What a deployment costs before and after a change, by the same rules as it is charged. */
export const PriceChange = ({ before, after, titles }: PriceChangeProps) => (
  <DescriptionList
    layout="narrow"
    facts={[
      { term: titles?.before ?? 'Price now', value: before === null ? 'Not running' : priceOf(before) },
      {
        term: titles?.after ?? 'Price after this',
        value: after === null ? <SkeletonText width="half" /> : priceOf(after),
      },
      {
        term: 'Difference',
        value: after === null ? <SkeletonText width="half" /> : differenceOf(after - (before ?? 0)),
      },
    ]}
  />
)

const priceOf = (daily: number) => (
  <>
    <Price micros={monthlyFromDailyMicros(daily)} per="month" /> · <Price micros={daily} decimals={4} per="day" />
  </>
)

const differenceOf = (daily: number) =>
  daily === 0 ? (
    'None'
  ) : (
    <>
      <SignedPrice micros={monthlyFromDailyMicros(daily)} per="month" /> ·{' '}
      <SignedPrice micros={daily} decimals={4} per="day" />
    </>
  )
