import type { Access } from '../../src/contract/access.ts'
import { may, mayVisit } from '../../src/contract/access.ts'

const accesses: Record<string, Access> = {
  organization: mayVisit('instances.read', 'organization', 'params.id'),
  // Its topics are logs.
  deployment: may('logs.read', 'deployment', 'params.id'),
}

/** Who may watch a topic, and the id that decides. */
export const topicAccess = (topic: string): { access: Access; id: string } | undefined => {
  const [kind = '', id = ''] = topic.split('/')
  const access = accesses[kind]
  return access && { access, id }
}
