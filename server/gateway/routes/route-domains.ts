import { sql } from 'drizzle-orm'
import { domainCertificates, domains, instances } from '../../store/schema.ts'
import type { RouteDomain } from './route.ts'

/** The domains of an instance that its organisation holds, as JSON. */
export const heldDomains = sql<RouteDomain[] | null>`(
  select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'containerPort', d.container_port,
    'redirects', d.redirect_to_https and c.sealed_key is not null and c.expires_at > now(),
    'hstsSeconds', d.hsts_seconds, 'servesChallenges', c.next_attempt_at is not null and c.source is distinct from 'uploaded'))
  from ${domains} d left join ${domainCertificates} c on c.domain_id = d.id
  where d.instance_id = ${instances.id} and d.state in ('verified', 'unreachable'))`
