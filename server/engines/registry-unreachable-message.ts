/**
 * Returns the same message for a registry that is down, does not exist or is not allowed, so that callers cannot probe
 * the network.
 */
export const registryUnreachableMessage = (image: string): string =>
  `The registry of ${image} cannot be reached. A registry on a private address has to be allowed by the operator. Check the registry's address and this machine's network, then try again.`
