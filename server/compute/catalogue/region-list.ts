/** The regions that a person can choose from. All of them are served by this installation's engine; see `provider` on the wire. */
export const regionList = [
  { region: 'us-west', title: 'US West', isPrimaryForScaling: true },
  { region: 'eu-west', title: 'EU West', isPrimaryForScaling: false },
  { region: 'us-east', title: 'US East', isPrimaryForScaling: false },
  { region: 'apac', title: 'Asia Pacific', isPrimaryForScaling: false },
] as const

export type RegionName = (typeof regionList)[number]['region']

export const isRegion = (name: string): name is RegionName => regionList.some(({ region }) => region === name)
