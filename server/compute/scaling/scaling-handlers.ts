import { and, desc, eq } from 'drizzle-orm'
import type { scalingCalls } from '../../../src/contract/calls/instances/scaling-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Db } from '../../store/connection.ts'
import { scalingDecisions } from '../../store/schema.ts'
import { findScaledServices } from './scaled-services.ts'
import type { Scaler } from './scaler.ts'

export const scalingHandlers = ({
  db,
  last,
}: {
  db: Db
  last: Scaler['last']
}): Handlers<keyof typeof scalingCalls> => ({
  async readScaling({ input: { id } }) {
    const services = await findScaledServices(db, id)
    return {
      services: services.map(({ name, current, ready }) => {
        const evaluated = last(id, name)
        return {
          name,
          replicas: current,
          ready: ready.length,
          scheduled: evaluated?.scheduled ?? null,
          choice: evaluated
            ? {
                kind: evaluated.choice.kind,
                reason: evaluated.choice.reason,
                to: evaluated.choice.kind === 'scale' ? evaluated.choice.to : current,
                measures: evaluated.choice.measures,
              }
            : null,
        }
      }),
    }
  },

  async readScalingDecisions({ input: { id, skip, limit, service } }) {
    const filter = and(
      eq(scalingDecisions.instanceId, id),
      service === undefined ? undefined : eq(scalingDecisions.service, service),
    )
    const [totalCount, rows] = await Promise.all([
      db.$count(scalingDecisions, filter),
      db
        .select()
        .from(scalingDecisions)
        .where(filter)
        .orderBy(desc(scalingDecisions.at), desc(scalingDecisions.id))
        .limit(limit)
        .offset(skip),
    ])
    const decisions = rows.map(({ id: _id, instanceId: _instance, at, ...row }) => ({
      ...row,
      _id,
      at: at.toISOString(),
    }))
    return { totalCount, decisions }
  },
})
