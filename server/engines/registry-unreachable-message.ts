/** The same words for a registry that is down, does not exist or is not allowed, so that nobody finds out which by asking. */
export const registryUnreachableMessage = (image: string): string =>
  `The registry of ${image} cannot be reached. A registry on a private address has to be allowed by the operator. Check the registry's address and this machine's network, then try again.`
