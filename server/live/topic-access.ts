import { type Access, may, mayVisit } from '../../src/contract/access.ts'

const accesses: Record<string, Access> = {
  organization: mayVisit('organization.read', 'organization', 'params.id'),
  // The topics of a deployment are its logs.
  deployment: may('logs.read', 'deployment', 'params.id'),
}

/** Returns the access rule of a topic and the id that it applies to. `visible-events.ts` filters the events. */
export const topicAccess = (topic: string): { access: Access; id: string } | undefined => {
  const [kind = '', id = ''] = topic.split('/')
  const access = accesses[kind]
  return access && { access, id }
}
