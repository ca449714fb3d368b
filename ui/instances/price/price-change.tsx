import type { ReactNode } from 'react'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Price } from '../../parts/text/price.tsx'
import { SignedPrice } from '../../parts/text/signed-price.tsx'
import { Text, TwoLines } from '../../parts/text/text.tsx'
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
    layout="columns"
    facts={[
      { term: titles?.before ?? 'Price now', value: before === null ? 'Not running' : priceLines(before) },
      {
        term: titles?.after ?? 'Price after this',
        value: after === null ? <SkeletonText width="word" /> : priceLines(after),
      },
      {
        term: 'Difference',
        value: after === null ? <SkeletonText width="word" /> : differenceLines(after - (before ?? 0)),
      },
    ]}
  />
)

const lines = (month: ReactNode, day: ReactNode) => (
  <TwoLines>
    <div>{month}</div>
    <Text as="div" size="sm" tone="muted">
      {day}
    </Text>
  </TwoLines>
)

const priceLines = (daily: number) =>
  lines(<Price micros={monthlyFromDailyMicros(daily)} per="month" />, <Price micros={daily} decimals={4} per="day" />)

const differenceLines = (daily: number) =>
  daily === 0
    ? 'None'
    : lines(
        <SignedPrice micros={monthlyFromDailyMicros(daily)} per="month" />,
        <SignedPrice micros={daily} decimals={4} per="day" />,
      )
