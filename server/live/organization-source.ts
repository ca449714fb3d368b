import type { OrganizationEvent, OrganizationPacket } from '../../src/contract/live.ts'
import { organizationTopic } from '../../src/contract/topics.ts'
import type { Store } from '../store/connection.ts'
import { type InstanceProgress, ORGANIZATION_CHANNEL, PROGRESS_CHANNEL } from './outbox.ts'
import type { TopicSource } from './topic-source.ts'

const idOf = (topic: string) => topic.slice('organization/'.length)

/** Provides the events of an organisation. A client that has missed deleted events reloads its lists. */
export const createOrganizationSource = ({ pool, listen }: Store): TopicSource => ({
  kind: 'organization',
  afterLoss: 'fromHead',

  extent: async (topic) => {
    const { rows } = await pool.query<{ head: string; oldest: string | null }>({
      name: 'organization-extent',
      text: `select event_sequence as head,
          (select min(sequence) from organization_event where organization_id = organization.id) as oldest
        from organization where id = $1`,
      values: [idOf(topic)],
    })
    const head = Number(rows[0]?.head ?? 0)
    return { head, oldest: Number(rows[0]?.oldest ?? head + 1) }
  },

  read: async (topic, after, limit): Promise<OrganizationPacket[]> => {
    const { rows } = await pool.query<{ sequence: string; event: OrganizationPacket['event']; created_at: Date }>({
      name: 'organization-events',
      text: `select sequence, event, created_at from organization_event
        where organization_id = $1 and sequence > $2 order by sequence limit $3`,
      values: [idOf(topic), after, limit],
    })
    return rows.map(({ sequence, event, created_at }) => ({
      sequence: Number(sequence),
      at: created_at.toISOString(),
      event,
    }))
  },

  onGrowth: (listener) => listen(ORGANIZATION_CHANNEL, (id) => listener(id === null ? null : organizationTopic(id))),

  transient: {
    read: async (topic) => {
      const { rows } = await pool.query<InstanceProgress>({
        name: 'instance-progress',
        text: `select id, revision::int as revision, progress_message as "progressMessage"
          from instance where organization_id = $1 and progress_message <> ''`,
        values: [idOf(topic)],
      })
      return rows.map(progressed)
    },

    onChange: (listener) =>
      listen(PROGRESS_CHANNEL, (payload) => {
        if (payload === null) return listener(null)
        const progress = JSON.parse(payload) as InstanceProgress // Only `publishInstanceProgress` notifies this channel.
        listener({ topic: organizationTopic(progress.organizationId), content: progressed(progress) })
      }),
  },
})

const progressed = ({ id, revision, progressMessage }: InstanceProgress) => ({
  at: new Date().toISOString(),
  event: { kind: 'instanceProgressed', id, revision, progressMessage } satisfies OrganizationEvent,
})
