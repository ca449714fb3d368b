export type OrganizationMessage =
  /** A page of an organisation is open; its path names the username. */
  | { type: 'ui/organizationOpened'; username: string }
  | { type: 'storage/organizationFound'; id: string }
  | { type: 'tab/organizationSelected'; id: string }
