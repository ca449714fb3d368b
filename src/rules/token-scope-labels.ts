import type { TokenScope } from '../contract/access.ts'

export const tokenScopeLabels: Record<TokenScope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'See the organisation, its members, projects and instances.' },
  deploy: { label: 'Deploy', description: 'Create, change, close and delete projects and instances.' },
  logs: { label: 'Logs', description: 'Read, search and download logs.' },
  billing: { label: 'Billing', description: 'See credit and bills, change billing details.' },
  settings: { label: 'Settings', description: 'Change what the organisation is called, its picture and its mails.' },
  secrets: { label: 'Secrets', description: 'Reveal the values of environment variables.' },
  audit: { label: 'Audit log', description: 'Read who did what, with e-mail and IP addresses.' },
  members: { label: 'Members', description: 'Invite, remove and promote members, see their e-mail addresses.' },
  roles: { label: 'Roles', description: 'Change what each role may do.' },
  visibility: { label: 'Visibility', description: 'Make the organisation public or private.' },
  deletion: { label: 'Deletion', description: 'Delete the organisation.' },
}
