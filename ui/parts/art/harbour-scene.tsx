import css from './harbour-scene.module.css'
import { HarbourShore } from './harbour-shore.tsx'

/** The background of the pages before sign-in. Decoration only. */
export const HarbourScene = () => (
  <div className={css.scene} aria-hidden="true">
    <svg className={css.picture} viewBox="0 0 1440 900" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id="beamFade" gradientUnits="userSpaceOnUse" x1="1216" y1="0" x2="180" y2="0">
          <stop className={css.light} offset="0" stopOpacity="0.5" />
          <stop className={css.light} offset="0.35" stopOpacity="0.14" />
          <stop className={css.light} offset="1" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="lampGlow">
          <stop className={css.light} offset="0" stopOpacity="0.7" />
          <stop className={css.light} offset="0.3" stopOpacity="0.2" />
          <stop className={css.light} offset="1" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="seaDepth" x1="0" x2="0" y1="0" y2="1">
          <stop className={css.seaTop} offset="0" />
          <stop className={css.seaEnd} offset="1" />
        </linearGradient>
      </defs>
      <path
        className={css.stars}
        d="M90 120h.1M212 64h.1M318 196h.1M440 92h.1M566 176h.1M704 58h.1M820 150h.1M948 84h.1M1072 190h.1M1330 110h.1M1402 240h.1M150 300h.1M620 300h.1M880 268h.1M30 212h.1"
      />
      <path
        className={css.dust}
        d="M148 176h.1M270 120h.1M386 42h.1M508 240h.1M650 124h.1M762 218h.1M900 30h.1M1010 132h.1M1130 70h.1M1276 46h.1M1380 170h.1M60 340h.1M238 372h.1M430 330h.1M560 380h.1M730 352h.1M1000 300h.1"
      />
      <g className={css.sweep}>
        <path d="M1216 252 60 96v312z" fill="url(#beamFade)" />
      </g>
      <HarbourShore />
      <path d="M0 660h1440v240H0z" fill="url(#seaDepth)" />
      <g className={css.glints}>
        <path d="M1186 676h60M1200 690h38M1176 706h82M1194 724h48M1168 744h92M1204 766h36M1182 790h70M1200 816h38M1176 846h78" />
      </g>
      <g className={css.swell}>
        <path d="M120 700h64M330 712h96M612 690h52M822 716h88M980 698h40M210 760h120M520 782h84M760 768h62M1010 796h70M1330 740h60M60 830h92M420 850h130M690 836h74M900 862h96M1310 830h80" />
      </g>
    </svg>
  </div>
)
