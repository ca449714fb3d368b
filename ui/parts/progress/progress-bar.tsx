import css from './progress.module.css'

type ProgressBarProps = {
  label: string
  /** Its name for screen readers, if the label alone is none. */
  name?: string
  /** 0 to 1; without it the bar is indeterminate. */
  fraction?: number
  /** "Pulling the image", "3 of 8 used". */
  text?: string
  tone?: 'accent' | 'good' | 'warn' | 'bad'
}

export const ProgressBar = ({ label, name = label, fraction, text, tone = 'accent' }: ProgressBarProps) => {
  const percent = fraction === undefined ? undefined : Math.round(Math.min(1, Math.max(0, fraction)) * 100)
  return (
    <div className={css.progress}>
      <div className={css.head}>
        <span>{label}</span>
        <span className={css.value}>{text ?? (percent === undefined ? '' : `${percent} %`)}</span>
      </div>
      <div
        className={css.track}
        data-tone={tone}
        data-moving={percent === undefined || undefined}
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <div className={css.fill} style={percent === undefined ? undefined : { inlineSize: `${percent}%` }} />
      </div>
    </div>
  )
}
