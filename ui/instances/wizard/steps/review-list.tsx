import type { ReactNode } from 'react'
import type { DeployStep } from '../../../../src/instances/deploy-errors.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import css from './review-list.module.css'

export type ReviewSection = { step: DeployStep; title: string; lines: { term: string; value: ReactNode }[] }

type ReviewListProps = { sections: readonly ReviewSection[]; onChange: (step: DeployStep) => void }

/** Each part of a deployment with a link to where it was chosen. */
export const ReviewList = ({ sections, onChange }: ReviewListProps) => (
  <Card padded={false}>
    {sections.map(({ step, title, lines }) => (
      <section key={step} className={css.part} aria-label={title}>
        <h3 className={css.title}>{title}</h3>
        <dl className={css.lines}>
          {lines.map(({ term, value }) => (
            <div key={term} className={css.line}>
              <dt className={css.term}>{term}</dt>
              <dd className={css.value}>{value}</dd>
            </div>
          ))}
        </dl>
        <Button
          size="small"
          variant="quiet"
          aria-label={`Change ${title.toLowerCase()}`}
          onClick={() => onChange(step)}
        >
          Change
        </Button>
      </section>
    ))}
  </Card>
)
