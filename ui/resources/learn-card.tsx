import { BookOpen, CirclePlay } from 'lucide-react'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
import { Card } from '../parts/layout/card.tsx'
import css from './learn-card.module.css'

/** Articles open in another tab; videos play in a dialog. */
export const LearnCard = ({ resources, videos }: Pick<Configuration, 'resources' | 'videos'>) => {
  const send = useSend()
  return (
    <Card title="Learn" text="Guides and videos for getting started." padded={false}>
      <ul className={css.list}>
        {resources.map(({ title, text, href }) => (
          <li key={href}>
            <a className={css.line} href={href} target="_blank" rel="noreferrer">
              <BookOpen />
              <span className={css.title}>{title}</span>
              <span className={css.text}>{text}</span>
            </a>
          </li>
        ))}
        {videos.map(({ title, src }) => (
          <li key={src}>
            <button
              type="button"
              className={css.line}
              onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'videoPopup', title, src } })}
            >
              <CirclePlay />
              <span className={css.title}>{title}</span>
              <span className={css.text}>Video</span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
