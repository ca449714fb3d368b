/** Sorts what belongs to services as the configuration lists them; what an earlier deployment had comes last. */
export const inOrderOfServices = <T extends { service: string }>(
  rows: readonly T[],
  services: readonly { name: string }[],
): T[] => {
  const positions = new Map(services.map(({ name }, at) => [name, at]))
  const positionOf = ({ service }: T) => positions.get(service) ?? services.length
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other))
}
