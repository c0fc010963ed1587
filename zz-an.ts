import ts from 'typescript';
import path from 'node:path';
const root='/work/wt/r-server';
const cfg=ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json',{}, {...ts.sys,onUnRecoverableConfigFileDiagnostic:()=>{}} as any)!;
const files=cfg.fileNames;
const host: ts.LanguageServiceHost={
 getScriptFileNames:()=>files,getScriptVersion:()=>'1',getScriptSnapshot:f=>{const t=ts.sys.readFile(f);return t===undefined?undefined:ts.ScriptSnapshot.fromString(t)},
 getCurrentDirectory:()=>root,getCompilationSettings:()=>cfg.options,getDefaultLibFileName:o=>ts.getDefaultLibFilePath(o),fileExists:ts.sys.fileExists,readFile:ts.sys.readFile,readDirectory:ts.sys.readDirectory,directoryExists:ts.sys.directoryExists,getDirectories:ts.sys.getDirectories};
const ls=ts.createLanguageService(host);const prog=ls.getProgram()!;
const mine=(f:string)=>{const r=path.relative(root,f);return /^src\/(server|core|app|contract)\//.test(r)&&!/\.test\.|test-data|src\/server\/(quick-add|guest|sharing)\/|joint\.ts|src\/core\/quick-add\//.test(r)};
const isTest=(f:string)=>/\.test\.|src\/testing|\/e2e\/|\/bench\/|test-data|src\/dev\//.test(f);
const out:string[]=[];
for(const sf of prog.getSourceFiles()){ if(!mine(sf.fileName))continue; const rel=path.relative(root,sf.fileName);
 const visit=(n:ts.Node)=>{
  let name:ts.Node|undefined;let kind='';
  if((ts.isFunctionDeclaration(n)||ts.isInterfaceDeclaration(n)||ts.isTypeAliasDeclaration(n)||ts.isClassDeclaration(n)||ts.isVariableDeclaration(n))&&n.name&&ts.isIdentifier(n.name)&&(n.parent===sf||n.parent?.parent?.parent===sf)){name=n.name;kind='decl'}
  else if((ts.isPropertySignature(n)||ts.isMethodSignature(n)||ts.isMethodDeclaration(n)||ts.isPropertyDeclaration(n))&&n.name){name=n.name;kind='prop'}
  else if(ts.isPropertyAssignment(n)&&ts.isIdentifier(n.name)){name=n.name;kind='objprop'}
  if(name){
   const refs=ls.findReferences(sf.fileName,name.getStart(sf))?.flatMap(r=>r.references)??[];
   const uses=refs.filter(r=>!(r.fileName===sf.fileName&&r.textSpan.start===name!.getStart(sf)));
   const own=uses.filter(r=>r.fileName===sf.fileName).length;
   const prod=uses.filter(r=>r.fileName!==sf.fileName&&!isTest(r.fileName)).length;
   const test=uses.filter(r=>isTest(r.fileName)).length;
   const line=sf.getLineAndCharacterOfPosition(name.getStart(sf)).line+1;
   const exported=kind==='decl'&&(ts.getCombinedModifierFlags(n as ts.Declaration)&ts.ModifierFlags.Export);
   if(kind==='decl'&&exported&&prod===0) out.push(`EXPORT ${rel}:${line} ${name.getText()} own=${own} test=${test}`);
   if(kind==='decl'&&!exported&&own===0) out.push(`DEAD ${rel}:${line} ${name.getText()}`);
   if(kind==='decl'&&exported&&own+prod===1) out.push(`ONCE ${rel}:${line} ${name.getText()}`);
   if(kind!=='decl'){
     const pu=uses.filter(r=>!isTest(r.fileName));
     const writes=pu.filter(r=>r.isWriteAccess).length, reads=pu.length-writes;
     if(reads===0) out.push(`PROP-noread(${kind}) ${rel}:${line} ${name.getText()} w=${writes} test=${test}`);
     else if(kind==='prop'&&writes===0&&(n as any).questionToken) out.push(`PROP-neverset ${rel}:${line} ${name.getText()} r=${reads} test=${test}`);
   }
  }
  ts.forEachChild(n,visit)};
 visit(sf);
}
console.log(out.sort().join('\n'));
