import type { CallMessage } from '../contract/call-message.ts'
import { domainKind } from '../contract/kinds/domain-kind.ts'
import type { Domain } from '../contract/wire/domains/domain.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Domains = Entities<Domain>

export const domains = slice<Domains, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(domainKind, {
    readDomains: (response) => response.domains,
    readDomain: ({ domain }) => [domain],
    createDomain: ({ domain }) => [domain],
    updateDomain: ({ domain }) => [domain],
    verifyDomain: ({ domain }) => [domain],
    uploadCertificate: ({ domain }) => [domain],
    deleteCertificate: ({ domain }) => [domain],
  }),
  'api/deleteDomain.succeeded': (draft, { input }) => {
    remove(draft, input.domainId)
  },
  ...resetOnUserChange(forget),
})

export const selectDomains = (state: { domains: Domains }): Domains => state.domains

/** An instance's domains, by name. */
export const domainsOf = ({ shards }: Pick<Domains, 'shards'>, instanceId: string): Domain[] =>
  rowsOf(shards)
    .filter((domain) => domain.instanceId === instanceId)
    .sort((a, b) => a.name.localeCompare(b.name))
