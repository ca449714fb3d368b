import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { attentionSummary } from '../../../src/attention/attention-texts.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { AttentionItem } from '../../../src/contract/wire/overview/overview.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import css from './attention.module.css'
import { AttentionLine } from './attention-line.tsx'

/** Where to start; the rest is shown on request. */
const SHOWN_AT_FIRST = 5

type AttentionCardProps = { organizationId: OrganizationId; organization: string }

/** What is wrong in all projects, the most severe first. */
export const AttentionCard = ({ organizationId, organization }: AttentionCardProps) => {
  const { data, retry } = useQuery('readAttention', { id: organizationId })
  const found = lastLoaded(data)?.value
  return (
    <Remote
      data={data}
      retry={retry}
      title="What needs attention could not be loaded"
      value={found ?? null}
      loading={<Calm>{<SkeletonText width="half" />}</Calm>}
    >
      {({ items, totalCount }) =>
        items.length === 0 ? (
          <Calm>Nothing needs attention.</Calm>
        ) : (
          <Attention items={items} totalCount={totalCount} organization={organization} />
        )
      }
    </Remote>
  )
}

const Calm = ({ children }: { children: React.ReactNode }) => (
  <div className={css.calm} role="status">
    <CircleCheck aria-hidden className={css.calmIcon} />
    {children}
  </div>
)

type AttentionProps = { items: readonly AttentionItem[]; totalCount: number; organization: string }

const Attention = ({ items, totalCount, organization }: AttentionProps) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, SHOWN_AT_FIRST)
  return (
    <Card
      title="Needs attention"
      text={attentionSummary(totalCount)}
      padded={false}
      footer={
        items.length > shown.length && (
          <Button size="small" variant="quiet" onClick={() => setWhole(true)}>
            {totalCount > items.length ? `Show the first ${items.length}` : `Show all ${items.length}`}
          </Button>
        )
      }
    >
      <ul className={css.list}>
        {shown.map((item) => (
          <AttentionLine
            key={`${item.kind} ${item.project?._id} ${item.instanceId} ${item.name} ${item.reason}`}
            item={item}
            organization={organization}
          />
        ))}
      </ul>
    </Card>
  )
}
