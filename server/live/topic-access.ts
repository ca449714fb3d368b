import { type Access, may, mayVisit } from '../../src/contract/access.ts'

const accesses: Record<string, Access> = {
  organization: mayVisit('organization.read', 'organization', 'params.id'),
  // Its topics are logs.
  deployment: may('logs.read', 'deployment', 'params.id'),
}

/** Who may watch a topic, and the id that decides. Which events of an organisation a watcher gets is in `visible-events.ts`. */
export const topicAccess = (topic: string): { access: Access; id: string } | undefined => {
  const [kind = '', id = ''] = topic.split('/')
  const access = accesses[kind]
  return access && { access, id }
}
