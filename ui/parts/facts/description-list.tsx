import type { ReactNode } from 'react'
import css from './description-list.module.css'

export type Fact = { term: string; value: ReactNode }

/** `narrow` is for a side column; `columns` puts each term above its value. */
type DescriptionListProps = { facts: readonly Fact[]; layout?: 'rows' | 'narrow' | 'columns' }

export const DescriptionList = ({ facts, layout = 'rows' }: DescriptionListProps) => (
  <dl className={css.list} data-layout={layout}>
    {facts.map(({ term, value }) => (
      <div key={term} className={css.fact}>
        <dt className={css.term}>{term}</dt>
        <dd className={css.value}>{value}</dd>
      </div>
    ))}
  </dl>
)
