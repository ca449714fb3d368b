import { invalidField } from './invalid-field.ts'
import { isRegion, type RegionName, regionList } from './region-list.ts'

/** Returns the named region, or the first one without a name. */
export function regionOf(name: string | undefined): RegionName {
  if (!name) return regionList[0].region
  if (isRegion(name)) return name
  throw invalidField(
    'region',
    `Unknown region ${name}. Choose one of ${regionList.map(({ region }) => region).join(', ')}.`,
  )
}
