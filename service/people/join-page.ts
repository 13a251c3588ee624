import { hash } from 'node:crypto';

/** The page that an invitation leads to. It loads nothing, and sends the code only when somebody presses the button. */

const WORDS = {
  en: {
    title: 'Invitation to Patchbay',
    intro:
      'You were invited to work on this service. The button shows your key, once, and the invitation is used up.',
    button: 'Show my key',
    address: 'Address',
    key: 'Key',
    next: 'Copy both now: the key is not shown again. In Patchbay open Connections, choose Add, and enter them there.',
    incomplete: 'The link is incomplete. Copy it again, with everything behind the #.',
    failed: 'The service does not answer. Try again in a moment.',
  },
  de: {
    title: 'Einladung zu Patchbay',
    intro:
      'Du wurdest eingeladen, auf diesem Dienst zu arbeiten. Der Knopf zeigt deinen Schlüssel, ein einziges Mal, und die Einladung ist damit verbraucht.',
    button: 'Meinen Schlüssel zeigen',
    address: 'Adresse',
    key: 'Schlüssel',
    next: 'Kopiere jetzt beides: Der Schlüssel wird nicht noch einmal gezeigt. Öffne in Patchbay die Verbindungen, wähle Hinzufügen und trage es dort ein.',
    incomplete: 'Der Link ist unvollständig. Kopiere ihn noch einmal, mit allem hinter dem #.',
    failed: 'Der Dienst antwortet nicht. Versuche es gleich noch einmal.',
  },
} as const;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:36rem;margin:12vh auto;padding:0 1.5rem}
button{font:inherit;padding:.5rem 1rem}
output{display:block;overflow-wrap:anywhere;font-family:ui-monospace,monospace;user-select:all}`;

const SCRIPT = `const at=(id)=>document.getElementById(id);
const say=(text)=>{at('message').textContent=text};
at('show').addEventListener('click',async()=>{
  const code=location.hash.slice(1);
  if(!code)return say(at('words').dataset.incomplete);
  at('show').disabled=true;
  try{
    const response=await fetch(location.pathname,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({code})});
    const body=await response.json();
    if(!response.ok){say(body.error.message);at('show').disabled=response.status===410;return}
    history.replaceState(null,'',location.pathname);
    at('base').textContent=body.baseUrl;
    at('key').textContent=body.key;
    at('result').hidden=false;
    say('');
  }catch{say(at('words').dataset.failed);at('show').disabled=false}
});`;

const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const POLICY = [
  "default-src 'none'",
  `script-src ${sourceOf(SCRIPT)}`,
  `style-src ${sourceOf(STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** @param languages what the browser prefers, as `Accept-Language` says it */
export function joinPage(languages: string | null): { html: string; policy: string } {
  const language = /^\s*de\b/i.test(languages ?? '') ? 'de' : 'en';
  const words = WORDS[language];
  const html = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${words.title}</title>
<style>${STYLE}</style>
<main id="words" data-incomplete="${words.incomplete}" data-failed="${words.failed}">
<h1>${words.title}</h1>
<p>${words.intro}</p>
<p><button id="show">${words.button}</button></p>
<p id="message" role="status"></p>
<div id="result" hidden>
<h2>${words.address}</h2><output id="base"></output>
<h2>${words.key}</h2><output id="key"></output>
<p>${words.next}</p>
</div>
</main>
<script>${SCRIPT}</script>
</html>
`;
  return { html, policy: POLICY };
}
