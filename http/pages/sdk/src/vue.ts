// The element in Vue 3: the component `Capture`. The entry is one of its own, so that nobody else
// needs Vue.
import { defineComponent, h, onMounted } from 'vue';
import type { PropType } from 'vue';

import type { Replacements } from './texts/texts.js';
import { attributesOf, eventTypes } from './wrapping.js';
import type { Details } from './wrapping.js';

const text = String as PropType<string | undefined>;
const secret = String as PropType<string | null | undefined>;
const hears = {
  step: (_: Details['step']) => true,
  outcome: (_: Details['outcome']) => true,
  done: (_: Details['done']) => true,
  error: (_: Details['error']) => true,
  token: (_: Details['token']) => true,
  language: (_: Details['language']) => true,
};

/**
 * The element; docs/web.md says what each property and each event means. Its script is imported
 * when the component is shown for the first time.
 */
export const Capture = defineComponent({
  name: 'Capture',
  props: {
    server: text,
    lang: text,
    workerUrl: text,
    wasmUrl: text,
    cssUrl: text,
    history: Boolean,
    token: { type: secret, default: null },
    code: { type: secret, default: null },
    texts: { type: Object as PropType<Replacements>, default: () => ({}) },
  },
  emits: hears,
  setup(props, { emit }) {
    onMounted(() => void import('./index.js'));
    const tell = emit as (type: string, detail: unknown) => void;
    const listeners = Object.fromEntries(
      eventTypes.map((type) => [
        `on${type[0]?.toUpperCase()}${type.slice(1)}`,
        (event: CustomEvent<unknown>) => tell(type, event.detail),
      ]),
    );
    // A dot makes Vue set the property, which no markup shows, also before the element is defined.
    return () =>
      h('countersign-capture', {
        ...attributesOf(props),
        ...listeners,
        '.texts': props.texts,
        '.code': props.code,
        '.token': props.token,
      });
  },
});
