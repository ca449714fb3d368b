import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import card from './card.module.css'
import css from './folded-card.module.css'

type FoldedCardProps = {
  title: string
  /** What its fields say now, shown while it is closed. */
  summary: string
  text?: ReactNode
  /** Opens it until the user decides: its fields differ from the usual ones. */
  isUsed: boolean
  /** Opens it even after the user closed it. */
  hasErrors?: boolean
  children: ReactNode
}

/** A card of fields that most users leave alone: closed until it is used. */
export const FoldedCard = ({ title, summary, text, isUsed, hasErrors = false, children }: FoldedCardProps) => {
  const id = useId()
  const [wasUsed] = useState(isUsed)
  const [chosen, setChosen] = useState<boolean | null>(null)
  // It stays open once its errors are corrected.
  if (hasErrors && chosen !== true) setChosen(true)
  const isOpen = chosen ?? wasUsed
  return (
    <section className={card.card} data-tone="plain" aria-labelledby={`${id}title`}>
      <header className={card.head}>
        <div className={card.titles}>
          <h2 className={card.title}>
            <button
              type="button"
              className={css.toggle}
              id={`${id}title`}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setChosen(!isOpen)}
            >
              <ChevronRight />
              {title}
            </button>
          </h2>
          {(isOpen ? text : summary) && <p className={card.text}>{isOpen ? text : summary}</p>}
        </div>
      </header>
      <div id={id} className={classNames(card.body, card.padded)} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  )
}
