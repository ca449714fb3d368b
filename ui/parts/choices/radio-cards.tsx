import { type ReactNode, useId } from 'react'
import css from './radio-cards.module.css'

export type RadioCard<Value extends string> = {
  value: Value
  title: string
  text?: ReactNode
  /** At the right of the title: a price, a badge. */
  aside?: ReactNode
  icon?: ReactNode
  /** It can have the focus, so that everybody can read why it cannot be chosen. */
  disabled?: boolean
}

type RadioCardsProps<Value extends string> = {
  legend: string
  legendHidden?: boolean
  cards: readonly RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** The preferred width of a card. */
  width?: 'narrow' | 'normal' | 'half' | 'full'
  error?: string | undefined
}

export const RadioCards = <Value extends string>({
  legend,
  legendHidden = false,
  cards,
  value,
  onChange,
  width = 'normal',
  error,
}: RadioCardsProps<Value>) => {
  const id = useId()
  return (
    <fieldset
      className={css.set}
      aria-describedby={error ? `${id}error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={legendHidden ? css.hidden : css.legend}>{legend}</legend>
      <div className={css.cards} data-width={width}>
        {cards.map((card, index) => (
          <label key={card.value} className={css.card}>
            <input
              type="radio"
              className={css.radio}
              name={id}
              value={card.value}
              checked={card.value === value}
              aria-disabled={card.disabled}
              aria-label={card.title}
              aria-describedby={`${id}about${index}`}
              onChange={() => card.disabled || onChange(card.value)}
            />
            {card.icon && <span className={css.icon}>{card.icon}</span>}
            <span className={css.content}>
              <span className={css.title}>{card.title}</span>
              {card.text && (
                <span className={css.text} id={`${id}about${index}`}>
                  {card.text}
                </span>
              )}
            </span>
            {card.aside && <span className={css.aside}>{card.aside}</span>}
          </label>
        ))}
      </div>
      {error && (
        <p className={css.error} id={`${id}error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
