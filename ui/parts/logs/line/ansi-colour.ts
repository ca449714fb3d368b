export type AnsiColour = { kind: 'named'; index: number } | { kind: 'exact'; css: string }

const cubeLevels = [0, 95, 135, 175, 215, 255]

const level = (step: number): number => cubeLevels[step % 6] ?? 0

/** Returns one of the 256 colours: 16 named ones, a 6×6×6 cube, then greys. */
export const paletteColour = (index: number): AnsiColour => {
  if (index < 16) return { kind: 'named', index }
  if (index < 232) {
    const at = index - 16
    return exactColour(level(Math.floor(at / 36)), level(Math.floor(at / 6)), level(at))
  }
  const grey = 8 + (index - 232) * 10
  return exactColour(grey, grey, grey)
}

export const exactColour = (red: number, green: number, blue: number): AnsiColour => ({
  kind: 'exact',
  css: `rgb(${red} ${green} ${blue})`,
})
