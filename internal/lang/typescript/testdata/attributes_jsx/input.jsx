// Attributes that are words of the language.
export function Form({ id }) {
  return (
    <div class="hero"
      for="other">
      <label class={styles.label} for={id}>Name</label>
      <input class='wide' className="x" />
    </div>
  );
}

export const html = `<p class="x">`;
export class Page {}
for (const x of [1]) { Form(x); }
