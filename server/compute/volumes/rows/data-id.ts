import type { VolumeRow } from './volume-wire.ts'

/** The engine's id of a volume's data: a restore replaces the data as a whole. */
export const dataIdOf = ({ id, dataId }: Pick<VolumeRow, 'id' | 'dataId'>): string => dataId ?? id
