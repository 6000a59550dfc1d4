export const STYLE = `
:host { all: initial; position: fixed; right: 1rem; bottom: 1rem; z-index: 2147483000; font: 16px/1.4 system-ui, sans-serif; color: #1c1e21; }
* { box-sizing: border-box; font: inherit; }
button { cursor: pointer; border: 0; border-radius: .5rem; background: #1a5fb4; color: #fff; padding: .6rem 1rem; }
button:focus-visible, textarea:focus-visible, label:focus-within { outline: 3px solid #f5a623; outline-offset: 2px; }
.panel { width: min(22rem, calc(100vw - 2rem)); height: min(32rem, calc(100vh - 2rem)); display: flex; flex-direction: column;
  background: #fff; border-radius: .75rem; box-shadow: 0 4px 24px rgb(0 0 0 / .25); overflow: hidden; }
.panel[hidden], .open[hidden] { display: none; }
header { display: flex; justify-content: space-between; align-items: center; padding: .5rem .5rem .5rem 1rem; background: #1a5fb4; color: #fff; }
h2 { margin: 0; font-size: 1rem; font-weight: 600; }
.log { flex: 1; overflow-y: auto; padding: 1rem; display: flex; flex-direction: column; gap: .5rem; }
.bubble { max-width: 85%; padding: .5rem .75rem; border-radius: .75rem; background: #eceff3; overflow-wrap: anywhere; white-space: pre-wrap; }
.bubble.visitor { align-self: flex-end; background: #d6e6fb; }
.bubble img { display: block; max-width: 100%; border-radius: .5rem; }
.card { width: 15rem; max-width: 100%; white-space: normal; }
.card img { width: 100%; max-height: 9rem; object-fit: contain; background: #fff; margin-bottom: .4rem; }
.card strong { font-weight: 600; }
.card .facts { font-size: .85rem; color: #4b5159; margin-bottom: .3rem; }
.line { display: flex; justify-content: space-between; gap: .75rem; font-size: .9rem; }
.amount { flex: none; font-variant-numeric: tabular-nums; }
.total { margin-top: .3rem; padding-top: .3rem; border-top: 1px solid #c3c9d1; font-weight: 600; }
a { color: #1a5fb4; }
.replies { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .5rem; white-space: normal; }
.replies button, .replies a { border: 1px solid #1a5fb4; border-radius: 1rem; background: #fff; color: #1a5fb4; padding: .3rem .8rem; text-decoration: none; }
.reactions { display: flex; flex-wrap: wrap; gap: .25rem; margin-top: .25rem; }
.reactions button, .reactions span { background: #fff; color: inherit; padding: .1rem .4rem; border-radius: 1rem; min-width: 1.9rem; min-height: 1.9rem; text-align: center; }
.reactions button[aria-pressed="true"] { box-shadow: inset 0 0 0 2px #1a5fb4; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.trouble { margin: 0; padding: .5rem 1rem; background: #fde8e8; color: #8a1414; }
.trouble:empty { display: none; }
form { display: flex; gap: .5rem; padding: .5rem; border-top: 1px solid #d5d9de; align-items: end; }
textarea { flex: 1; resize: none; border: 1px solid #8a9099; border-radius: .5rem; padding: .5rem; min-height: 2.6rem; color: inherit; background: #fff; }
label.picture { padding: .6rem; border-radius: .5rem; cursor: pointer; }
`
