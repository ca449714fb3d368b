import { Link } from 'react-router-dom'
import { attentionAddress, attentionKindTexts, attentionReason } from '../../../src/attention/attention-texts.ts'
import type { AttentionItem } from '../../../src/contract/wire/overview/overview.ts'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import css from './attention.module.css'

export const AttentionLine = ({ item, organization }: { item: AttentionItem; organization: string }) => {
  const { label, tone } = attentionKindTexts[item.kind]
  const address = attentionAddress(item, organization)
  return (
    <li className={css.line}>
      <span className={css.mark}>
        <StatusMark status={{ label, tone, shape: tone === 'bad' ? 'cross' : 'alert' }} />
      </span>
      <span className={css.content}>
        <span className={css.name}>
          {address === null ? (
            <span className={css.link}>{item.name}</span>
          ) : (
            <Link className={css.link} to={address}>
              {item.name}
            </Link>
          )}
          {item.project && <span className={css.project}>{item.project.name}</span>}
        </span>
        <span className={css.error}>{attentionReason(item)}</span>
      </span>
      <span className={css.time}>{item.at !== null && <RelativeTime at={item.at} />}</span>
    </li>
  )
}
