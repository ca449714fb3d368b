export type OrganizationMessage =
  /** A page of an organisation opened; its path contains the username. */
  | { type: 'ui/organizationOpened'; username: string }
  /** Selected on a page of the user's own account; the page stays. */
  | { type: 'ui/organizationSelected'; username: string; name: string }
  /** A visitor opened a public organisation. */
  | { type: 'ui/organizationVisited'; username: string }
  /** The visited organisation does not exist or is no longer public. */
  | { type: 'ui/visitedOrganizationMissing'; username: string }
  | { type: 'ui/communityLoginPressed'; intent: 'login' | 'signup' }
  | { type: 'storage/organizationFound'; id: string }
  | { type: 'tab/organizationSelected'; id: string }
