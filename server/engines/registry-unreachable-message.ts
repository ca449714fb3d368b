/**
 * Returns the same message for a registry that is down, does not exist or is not allowed, so that callers cannot probe
 * the network.
 */
export const registryUnreachableMessage = (image: string): string =>
  `The registry of ${image} cannot be reached. Check its address and this machine's network, then try again. The operator has to allow a registry on a private address.`
