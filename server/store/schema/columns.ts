import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })
export const id = <T extends string>() => uuid().$type<T>()
export const newId = <T extends string>() => id<T>().primaryKey().default(sql`gen_random_uuid()`)
export const time = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
export const counter = () => bigint({ mode: 'number' })
