import { Slider as Base } from '@base-ui/react/slider'
import { type ReactNode, useId } from 'react'
import css from './slider.module.css'

type SliderProps = {
  label: string
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  /** Formats the value: "512 MiB", "2 vCPU". */
  valueText: (value: number) => string
  hint?: ReactNode
  disabled?: boolean
}

export const Slider = ({
  label,
  value,
  onChange,
  min,
  max,
  step = 1,
  valueText,
  hint,
  disabled = false,
}: SliderProps) => {
  const id = useId()
  return (
    <div className={css.slider} data-disabled={disabled || undefined}>
      <div className={css.head}>
        <span className={css.label} id={id}>
          {label}
        </span>
        <output className={css.value}>{valueText(value)}</output>
      </div>
      <Base.Root
        aria-labelledby={id}
        value={value}
        onValueChange={onChange}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
      >
        <Base.Control className={css.control}>
          <Base.Track className={css.track}>
            <Base.Indicator className={css.fill} />
            <Base.Thumb
              className={css.thumb}
              getAriaValueText={(_, current) => valueText(current)}
              aria-labelledby={id}
            />
          </Base.Track>
        </Base.Control>
      </Base.Root>
      <div className={css.ends} aria-hidden="true">
        <span>{valueText(min)}</span>
        <span>{valueText(max)}</span>
      </div>
      {hint && <p className={css.hint}>{hint}</p>}
    </div>
  )
}
