export type Rgb = readonly [number, number, number]

const literal = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)(?: \/ ([\d.]+)%)?\)$/

const linear = (lightness: number, chroma: number, hue: number): Rgb => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

const encode = (value: number): number => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

const decode = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns sRGB from 0 to 1, blended over `ground` if the colour is not opaque. */
export const readOklch = (text: string, ground: Rgb = [0, 0, 0]): Rgb => {
  const found = literal.exec(text)
  if (!found) throw new Error(`Not a colour: ${text}`)
  const [lightness = 0, chroma = 0, hue = 0] = found.slice(1, 4).map(Number)
  const opacity = found[4] === undefined ? 1 : Number(found[4]) / 100
  const [red, green, blue] = linear(lightness, chroma, hue).map((value) => encode(clamp(value)))
  const over = (value = 0, below: number) => value * opacity + below * (1 - opacity)
  return [over(red, ground[0]), over(green, ground[1]), over(blue, ground[2])]
}

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * decode(red) + 0.7152 * decode(green) + 0.0722 * decode(blue)

export const contrast = (one: Rgb, other: Rgb): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
