export type OrganizationMessage =
  /** A page of an organisation is open; its path names the username. */
  | { type: 'ui/organizationOpened'; username: string }
  /** On a page that is about the person: the page stays. */
  | { type: 'ui/organizationSelected'; username: string; name: string }
  /** A public organisation is looked at by somebody who is not one of its members. */
  | { type: 'ui/organizationVisited'; username: string }
  /** What was looked at is not there, or not public any more. */
  | { type: 'ui/visitedOrganizationMissing'; username: string }
  | { type: 'ui/communityLoginPressed'; intent: 'login' | 'signup' }
  | { type: 'storage/organizationFound'; id: string }
  | { type: 'tab/organizationSelected'; id: string }
