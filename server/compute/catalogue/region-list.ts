/** The regions offered to users. This installation's engine serves all of them, as `provider` shows on the wire. */
export const regionList = [
  { region: 'us-west', title: 'US West', isPrimaryForScaling: true },
  { region: 'eu-west', title: 'EU West', isPrimaryForScaling: false },
  { region: 'us-east', title: 'US East', isPrimaryForScaling: false },
  { region: 'apac', title: 'Asia Pacific', isPrimaryForScaling: false },
] as const

export type RegionName = (typeof regionList)[number]['region']

export const isRegion = (name: string): name is RegionName => regionList.some(({ region }) => region === name)
