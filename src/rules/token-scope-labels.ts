import type { TokenScope } from '../contract/access.ts'

export const tokenScopeLabels: Record<TokenScope, { label: string; description: string }> = {
  read: { label: 'Read', description: 'View the organisation, its members, projects and instances.' },
  deploy: { label: 'Deploy', description: 'Create, change, close and delete projects and instances.' },
  execute: { label: 'Execute', description: 'Run commands in running containers, which can read all their data.' },
  logs: { label: 'Logs', description: 'Read, search and download logs.' },
  billing: { label: 'Billing', description: 'View credit and bills, and change billing details.' },
  settings: { label: 'Settings', description: 'Change the name, picture and e-mail preferences of the organisation.' },
  secrets: { label: 'Secrets', description: 'Reveal the values of environment variables.' },
  data: {
    label: 'Data',
    description: 'Download, restore and delete volumes and snapshots, change backup plans, and release IP addresses.',
  },
  audit: { label: 'Audit log', description: 'Read the audit log, including e-mail and IP addresses.' },
  members: {
    label: 'Members',
    description: 'Invite and remove members, change their roles, and view their e-mail addresses.',
  },
  roles: { label: 'Roles', description: 'Change the permissions of roles.' },
  visibility: { label: 'Visibility', description: 'Make the organisation public or private.' },
  deletion: { label: 'Deletion', description: 'Delete the organisation.' },
}
